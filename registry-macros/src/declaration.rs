//! What a declared name becomes: implementations that rustc resolves it by, and a registration that is collected.

use crate::declared_names;
use crate::name_hash::{located_at, name_type};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::LitStr;
use syn::spanned::Spanned as _;
use vocabulary::ComponentKind;

/// A declaration that is being put together. Its expressions reach the registry's hidden module as `__p`, and the type of
/// the declaration as `__Declaration`.
pub(crate) struct Declaration<'a> {
    kind: ComponentKind,
    name: &'a LitStr,
    /// Where the registry's crate is found.
    root: TokenStream,
    /// The path by which macros of the hidden module are reached: `krate::__private::concat!`.
    pub(crate) krate: TokenStream,
    pub(crate) aliases: &'a [LitStr],
    pub(crate) attributes: TokenStream,
    pub(crate) value: Value,
    /// Of a type that is not visible everywhere: where it is, as the path of a module, and its name.
    pub(crate) visible_in: Option<(TokenStream, &'a Ident)>,
    pub(crate) touch: Option<TokenStream>,
    pub(crate) warning: Option<TokenStream>,
    pub(crate) registration: Option<TokenStream>,
    /// For a model, what it can do: an `Option<CapabilitySet>`.
    pub(crate) abilities: Option<TokenStream>,
}

impl<'a> Declaration<'a> {
    pub(crate) fn new(kind: ComponentKind, name: &'a LitStr, krate: TokenStream, value: Value) -> Self {
        Self {
            kind,
            name,
            root: krate.clone(),
            krate,
            aliases: &[],
            attributes: TokenStream::new(),
            value,
            visible_in: None,
            touch: None,
            warning: None,
            registration: None,
            abilities: None,
        }
    }

    /// What every registration says, as the argument of its constructor.
    pub(crate) fn declared(&self, tags: &[LitStr], description: &TokenStream) -> TokenStream {
        let Self { name, aliases, krate, .. } = self;
        quote!((#name, &[#(#aliases),*], &[#(#tags),*], #description, #krate::__private::module_path!()))
    }

    pub(crate) fn into_tokens(self) -> TokenStream {
        let Self {
            kind,
            name,
            root,
            krate,
            aliases,
            attributes,
            value,
            visible_in,
            touch,
            warning,
            registration,
            abilities,
        } = self;
        let declared_by = declared_by(kind);
        let can = abilities.as_ref().map(|_| {
            quote!(
                const CAN: __p::Option<__p::CapabilitySet> = __CAN;
            )
        });
        let private = visible_in.map(|(module, ty)| private(kind, name, &module, ty));
        let (resolves_to, no_value) = value.into_tokens(kind, name, &krate);
        let abilities = abilities.map(|set| quote!(const __CAN: __p::Option<__p::CapabilitySet> = #set;));
        let (declared, once): (Vec<_>, Vec<_>) = std::iter::once(name)
            .chain(aliases)
            .map(|name| {
                let (ty, place) = (name_type(kind, name), located_at(name.span()));
                // The answer shows every place, so that one question a crate will do.
                let is_first = declared_names::remember(kind, name);
                let once = quote_spanned!(place=> let _ = [<#ty as #declared_by<_, _>>::ONCE, __p::Some(0)];);
                (
                    quote_spanned!(place=> impl #declared_by<__Declaration, __p::u8> for #ty { #can #no_value #private }),
                    is_first.then_some(once),
                )
            })
            .unzip();
        let submit = registration.map(|registration| quote!(#krate::__private::inventory::submit! { #registration }));
        let import = quote_spanned!(located_at(root.span())=> use #root::__private as __p;);
        quote! {
            #attributes
            const _: () = {
                #import
                pub struct __Declaration;
                #abilities
                #(#declared)*
                fn __once() {
                    #(#once)*
                }
                #resolves_to
                #touch
                #warning
                #submit
            };
        }
    }
}

/// What stands behind a name.
pub(crate) enum Value {
    /// A value of the type `item` that is there already, as the expression `make`.
    There { item: TokenStream, make: TokenStream },
    /// A value of the type `item`, which the expression `make` makes.
    Made { item: TokenStream, make: TokenStream },
    /// Nothing that `resolve!` could be, and why.
    Nothing(String),
    /// The declaration has an error, so that nobody knows.
    Unknown,
}

impl Value {
    /// What the declaration resolves to, and the constant of a name that has no value.
    fn into_tokens(
        self,
        kind: ComponentKind,
        name: &LitStr,
        krate: &TokenStream,
    ) -> (Option<TokenStream>, Option<TokenStream>) {
        let made = |generics, item: &TokenStream, make, is_there| {
            let is_called = bool::then(is_there, || {
                quote!(
                    const IS_CALLED: __p::bool = false;
                )
            });
            Some(quote! {
                impl #generics __p::ResolvesTo<#item> for __Declaration {
                    #is_called
                    fn make() -> #item { #make }
                }
            })
        };
        match self {
            Self::There { item, make } => (made(None, &item, make, true), None),
            Self::Made { item, make } => (made(None, &item, make, false), None),
            Self::Unknown => (made(Some(quote!(<Item>)), &quote!(Item), quote!(loop {}), false), None),
            Self::Nothing(why) => {
                let declared = format!("the {kind} `{}`, declared at ", name.value());
                let why = format!(", has no value, because {why}");
                let text = quote!(#krate::__private::concat!(#declared, #krate::__private::file!(), ":", #krate::__private::line!(), #why));
                (None, Some(quote!(const VALUE: __p::Availability = __p::Availability::Nowhere(#text);)))
            }
        }
    }
}

/// The constant of a name whose value not every module may have.
fn private(kind: ComponentKind, name: &LitStr, module: &TokenStream, ty: &Ident) -> TokenStream {
    let why = format!(
        "the {kind} `{}`, declared at {}, is of the type `{ty}`, which is not visible here: make that `pub`, or \
         `pub(crate)` if no other crate resolves it",
        name.value(),
        declared_names::place(name)
    );
    quote!(const VALUE: __p::Availability = __p::Availability::Inside(#module, #why);)
}

/// The kind as a path of the registry's hidden module.
pub(crate) fn kind_path(kind: ComponentKind) -> TokenStream {
    let variant = format_ident!("{kind:?}");
    quote!(__p::ComponentKind::#variant)
}

/// The trait of the names of a kind, as a path of the registry's hidden module.
pub(crate) fn declared_by(kind: ComponentKind) -> TokenStream {
    let declared_by = format_ident!("{kind:?}DeclaredBy");
    quote!(__p::#declared_by)
}
