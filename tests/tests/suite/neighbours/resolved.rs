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

#[test]
fn an_init_of_the_type_itself_makes_it() {
    assert_eq!(resolve!(store "made_by_itself"), MadeByItself(7));
}
