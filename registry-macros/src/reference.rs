//! A use of a name: resolved by rustc, with an error in our own words where nothing declares it.

use crate::name_hash::{located_at, name_type};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use rag::ComponentKind;
use syn::LitStr;

/// An expression of the type behind a name.
///
/// The trait is local to the expression so that its text can hold the name as it is written.
pub(crate) fn resolve(kind: ComponentKind, name: &LitStr, krate: &TokenStream) -> TokenStream {
    let text = name.value();
    let ty = name_type(kind, name);
    let message = escaped(&format!("unknown {kind} `{text}`"));
    let label = escaped(&format!("no `#[capability({kind} = {text:?})]` with a value is linked into this crate"));
    let link = "if another crate declares it, link that crate: `use that_crate as _;`";
    let run_time = escaped(&format!(
        "if it exists only while the program runs, there is no value to resolve to: `declare!({kind} {text:?})` it and ask a `CapabilityRegistry`"
    ));
    let by_name_only = kind.is_name_only().then(|| {
        let note = format!(
            "if a type declares it, say how its value is made: `#[capability({kind} = {text:?}, init = path)]`"
        );
        let note = escaped(&note);
        quote!(, note = #note)
    });
    let make = quote_spanned!(located_at(name.span())=> <() as __Resolved<_, _>>::make());
    quote! {{
        use #krate::__private as __p;
        #[diagnostic::on_unimplemented(message = #message, label = #label, note = #link, note = #run_time #by_name_only)]
        trait __Resolved<Declaration, Item> {
            fn make() -> Item;
        }
        #[diagnostic::do_not_recommend]
        impl<Declaration, Item> __Resolved<Declaration, Item> for ()
        where
            #ty: __p::ResolvesTo<Declaration, Item>,
        {
            fn make() -> Item {
                <#ty as __p::ResolvesTo<Declaration, Item>>::make()
            }
        }
        #make
    }}
}

/// Braces stand for parameters in the text of a diagnostic, unless they are doubled.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
