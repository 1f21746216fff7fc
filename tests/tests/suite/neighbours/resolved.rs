use registry::{capability, resolve};
use tests::Echo;

#[capability(tool = "resolved", alias = "by_an_alias", aliases("by_another"))]
const RESOLVED: Echo = Echo("resolved");

#[capability(reducer = "longer", alias = "longest")]
fn longer<'a>(one: &'a str, other: &'a str) -> &'a str {
    if one.len() < other.len() { other } else { one }
}

#[capability(reducer = "of_two_lifetimes")]
fn of_two_lifetimes<'a, 'b>(one: &'a str, _: &'b [&'b str]) -> &'a str {
    one
}

#[capability(script = "for_c")]
extern "C" fn for_c(number: i32) -> i32 {
    number + 1
}

#[capability(store = "made_by_itself", init = Self::filled)]
#[derive(Debug, PartialEq)]
struct MadeByItself(u8);

impl MadeByItself {
    const fn filled() -> Self {
        Self(7)
    }
}

#[test]
fn an_alias_resolves_to_what_its_name_resolves_to() {
    let [by_name, by_an_alias, by_another]: [Echo; 3] =
        [resolve!(tool "resolved"), resolve!(tool "by_an_alias"), resolve!(tool "by_another")];
    assert_eq!([by_name, by_an_alias, by_another], [RESOLVED; 3]);
    assert_eq!(resolve!(reducer "longest")("a", "bc"), "bc");
}

#[test]
fn functions_with_lifetimes_and_of_other_calling_conventions_are_values() {
    let longest = {
        let other = String::from("other");
        resolve!(reducer "longer")("one", &other).len()
    };
    assert_eq!(longest, 5);
    assert_eq!(resolve!(reducer "of_two_lifetimes")("one", &["two"]), "one");
    let for_c: extern "C" fn(i32) -> i32 = resolve!(script "for_c");
    assert_eq!(for_c(1), 2);
}

#[capability(store = "raw", init = Self::new)]
#[allow(non_camel_case_types)]
#[derive(Debug, PartialEq)]
struct r#type;

impl r#type {
    const fn new() -> Self {
        Self
    }
}

trait Make {
    fn make() -> Self;
}

#[capability(store = "made_by_a_trait", init = <Self as Make>::make)]
#[derive(Debug, PartialEq)]
struct MadeByATrait;

impl Make for MadeByATrait {
    fn make() -> Self {
        Self
    }
}

#[test]
fn an_init_of_the_type_itself_makes_it() {
    assert_eq!(resolve!(store "made_by_itself"), MadeByItself(7));
    assert_eq!(resolve!(store "raw"), r#type);
    assert_eq!(resolve!(store "made_by_a_trait"), MadeByATrait);
}

#[capability(reducer = "with_a_condition")]
fn with_a_condition(mut list: Vec<Echo>, item: Echo) -> Vec<Echo>
where
    Echo: Clone,
{
    list.push(item);
    list
}

#[capability(reducer = "with_a_lifetime_and_a_condition")]
fn with_a_lifetime_and_a_condition<'a>(one: &'a str, _: <Echo as Kept>::Old, _: &str) -> &'a str
where
    Echo: Clone,
{
    one
}

trait Kept {
    type Old;
    type Row<'a>;
}

impl Kept for Echo {
    #[allow(clippy::unnecessary_cast, reason = "the word `as` in a type")]
    type Old = [u8; 3 as usize];
    type Row<'a> = &'a str;
}

type Row<'a> = <Echo as Kept>::Row<'a>;

/// Has no value: what the path makes of the lifetime is not written here.
#[capability(reducer = "of_rows")]
#[allow(clippy::elidable_lifetime_names, reason = "the lifetime has a name in each argument")]
fn of_rows<'a>(row: Row<'a>) -> Row<'a> {
    row
}

#[deprecated]
struct Old;

#[capability(reducer = "of_old")]
#[allow(deprecated)]
fn of_old<'a>(_: &Old, kept: &'a str) -> &'a str {
    kept
}

#[capability(reducer = "by_a_path")]
fn by_a_path(echo: self::inner::Inner) -> self::inner::Inner {
    echo
}

mod inner {
    pub(super) type Inner = u8;
}

#[test]
fn a_function_with_conditions_paths_and_types_that_it_may_use_is_a_value() {
    assert_eq!(resolve!(reducer "with_a_condition")(vec![], RESOLVED), [RESOLVED]);
    assert_eq!(resolve!(reducer "with_a_lifetime_and_a_condition")("one", [0; 3], ""), "one");
    assert_eq!(of_rows("row"), "row");
    #[allow(deprecated)]
    let kept = resolve!(reducer "of_old")(&Old, "kept");
    assert_eq!(kept, "kept");
    assert_eq!(resolve!(reducer "by_a_path")(3), 3);
}

/// When the other half of the program is compiled, the item next to this one is in an `impl`.
mod halves {
    use super::Echo;
    use registry::capability;

    pub(super) struct Desk;

    #[cfg(any())]
    impl Desk {
        #[capability(tool = "of_a_half")]
        fn of_a_half() -> Echo {
            Echo("of_a_half")
        }
    }

    #[capability(tool = "of_a_half")]
    fn of_a_half() -> Echo {
        Echo("of_a_half")
    }

    impl Desk {
        pub(super) fn within() -> Echo {
            #[capability(tool = "within_a_method")]
            fn within_a_method() -> Echo {
                Echo("within_a_method")
            }
            within_a_method()
        }
    }
}

#[test]
fn what_does_not_stand_in_an_impl_is_not_taken_for_it() {
    assert_eq!(resolve!(tool "of_a_half"), Echo("of_a_half"));
    assert_eq!(resolve!(tool "within_a_method"), halves::Desk::within());
}
