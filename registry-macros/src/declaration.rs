//! What a declared name becomes: implementations that rustc resolves it by, and a registration that is collected.

use crate::name_hash::{located_at, name_type};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::LitStr;
use vocabulary::ComponentKind;

/// A declaration that is being put together. Its expressions reach the registry's hidden module as `__p`, the type of
/// the name as `__Name` and the type of the declaration as `__Declaration`.
pub(crate) struct Declaration<'a> {
    kind: ComponentKind,
    name: &'a LitStr,
    krate: TokenStream,
    pub(crate) aliases: &'a [LitStr],
    pub(crate) attributes: TokenStream,
    pub(crate) resolves_to: Option<(TokenStream, TokenStream)>,
    pub(crate) touch: Option<TokenStream>,
    pub(crate) warning: Option<TokenStream>,
    pub(crate) registration: Option<TokenStream>,
    /// For a model, what it can do: an `Option<CapabilitySet>`.
    pub(crate) abilities: Option<TokenStream>,
}

impl<'a> Declaration<'a> {
    pub(crate) fn new(kind: ComponentKind, name: &'a LitStr, krate: TokenStream) -> Self {
        Self {
            kind,
            name,
            krate,
            aliases: &[],
            attributes: TokenStream::new(),
            resolves_to: None,
            touch: None,
            warning: None,
            registration: None,
            abilities: None,
        }
    }

    /// What every registration says, as the argument of its constructor.
    pub(crate) fn declared(&self, tags: &[LitStr], description: &str) -> TokenStream {
        let Self { name, aliases, .. } = self;
        quote!((#name, &[#(#aliases),*], &[#(#tags),*], #description, __p::module_path!()))
    }

    pub(crate) fn into_tokens(self) -> TokenStream {
        let Self { kind, name, krate, aliases, attributes, resolves_to, touch, warning, registration, abilities } =
            self;
        let declared_by = format_ident!("{kind:?}DeclaredBy");
        let can = abilities.as_ref().map(|_| {
            quote!(
                const CAN: __p::Option<__p::CapabilitySet> = __CAN;
            )
        });
        let abilities = abilities.map(|set| quote!(const __CAN: __p::Option<__p::CapabilitySet> = #set;));
        let (declared, once): (Vec<_>, Vec<_>) = std::iter::once(name)
            .chain(aliases)
            .map(|name| {
                let ty = name_type(kind, name);
                (
                    quote_spanned!(located_at(name.span())=> impl __p::#declared_by<__Declaration, __p::u8> for #ty { #can }),
                    quote_spanned!(located_at(name.span())=> let _ = [<#ty as __p::#declared_by<_, _>>::ONCE, __p::Some(0)];),
                )
            })
            .unzip();
        let ty = name_type(kind, name);
        let resolves_to = resolves_to.map(|(item, make)| {
            quote! {
                impl __p::ResolvesTo<__Declaration, #item> for __Name {
                    fn make() -> #item { #make }
                }
            }
        });
        let submit = registration.map(|registration| quote!(__p::inventory::submit! { #registration }));
        quote! {
            #attributes
            const _: () = {
                use #krate::__private as __p;
                pub struct __Declaration;
                type __Name = #ty;
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

/// The kind as a path of the registry's hidden module.
pub(crate) fn kind_path(kind: ComponentKind) -> TokenStream {
    let variant = format_ident!("{kind:?}");
    quote!(__p::ComponentKind::#variant)
}
