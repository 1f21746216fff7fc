//! The expansion of a declared name: the implementations that rustc resolves, and the registration that is collected.

use crate::declared_names;
use crate::name_hash::{located_at, name_type};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::LitStr;
use syn::spanned::Spanned as _;
use vocabulary::ComponentKind;

/// A declaration. Its expressions refer to the registry's hidden module as `__p` and to the type of the declaration as
/// `__Declaration`.
pub(crate) struct Declaration<'a> {
    kind: ComponentKind,
    name: &'a LitStr,
    /// The path of the registry's crate.
    root: TokenStream,
    /// The path for macros of the hidden module: `krate::__private::concat!`.
    pub(crate) krate: TokenStream,
    pub(crate) aliases: &'a [LitStr],
    pub(crate) attributes: TokenStream,
    pub(crate) value: Value,
    /// The module in which the declared type is visible, and the name of the type, unless it is `pub`.
    pub(crate) visible_in: Option<(TokenStream, &'a Ident)>,
    pub(crate) item_use: Option<TokenStream>,
    pub(crate) warning: Option<TokenStream>,
    pub(crate) registration: Option<TokenStream>,
    /// For a model, an `Option<CapabilitySet>` with its capabilities.
    pub(crate) known_capabilities: Option<TokenStream>,
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
            item_use: None,
            warning: None,
            registration: None,
            known_capabilities: None,
        }
    }

    /// Returns the argument of the constructor of a registration.
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
            item_use,
            warning,
            registration,
            known_capabilities,
        } = self;
        let declared_by = declared_by(kind);
        let capabilities_const = known_capabilities.as_ref().map(|_| {
            quote!(
                const CAPABILITIES: __p::Option<__p::CapabilitySet> = __CAPABILITIES;
            )
        });
        let private = visible_in.map(|(module, ty)| private(kind, name, &module, ty));
        let (resolves_to, no_value) = value.into_tokens(kind, name, &krate);
        let known_capabilities =
            known_capabilities.map(|set| quote!(const __CAPABILITIES: __p::Option<__p::CapabilitySet> = #set;));
        let (declared, once): (Vec<_>, Vec<_>) = std::iter::once(name)
            .chain(aliases)
            .map(|name| {
                let (ty, place) = (name_type(kind, name), located_at(name.span()));
                // The error shows every place, so one check per name and crate is enough.
                let is_first = declared_names::record(kind, name);
                let once = quote_spanned!(place=> let _ = [<#ty as #declared_by<_, _>>::ONCE, __p::Some(0)];);
                (
                    quote_spanned!(place=> impl #declared_by<__Declaration, __p::u8> for #ty { #capabilities_const #no_value #private }),
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
                #known_capabilities
                #(#declared)*
                fn __once() {
                    #(#once)*
                }
                #resolves_to
                #item_use
                #warning
                #submit
            };
        }
    }
}

/// The value behind a name.
pub(crate) enum Value {
    /// An existing value of the type `item`, as the expression `make`.
    Existing { item: TokenStream, make: TokenStream },
    /// A value of the type `item`, constructed by the expression `make`.
    Constructed { item: TokenStream, make: TokenStream },
    /// No value, for this reason.
    None(String),
    /// Unknown, because the declaration has an error.
    Unknown,
}

impl Value {
    /// Returns the implementation that resolves the name, and the constant of a name without a value.
    fn into_tokens(
        self,
        kind: ComponentKind,
        name: &LitStr,
        krate: &TokenStream,
    ) -> (Option<TokenStream>, Option<TokenStream>) {
        let resolves_to = |generics, item: &TokenStream, make, is_existing| {
            let is_called = bool::then(is_existing, || {
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
            Self::Existing { item, make } => (resolves_to(None, &item, make, true), None),
            Self::Constructed { item, make } => (resolves_to(None, &item, make, false), None),
            Self::Unknown => (resolves_to(Some(quote!(<Item>)), &quote!(Item), quote!(loop {}), false), None),
            Self::None(why) => {
                let declared = format!("the {kind} `{}`, declared at ", name.value());
                let why = format!(", has no value: {why}");
                let text = quote!(#krate::__private::concat!(#declared, #krate::__private::file!(), ":", #krate::__private::line!(), #why));
                (None, Some(quote!(const VALUE: __p::Availability = __p::Availability::Nowhere(#text);)))
            }
        }
    }
}

/// Returns the constant of a name whose value is not available in every module.
fn private(kind: ComponentKind, name: &LitStr, module: &TokenStream, ty: &Ident) -> TokenStream {
    let why = format!(
        "the {kind} `{}`, declared at {}, has the type `{ty}`, which is not visible here; make the type `pub`, or \
         `pub(crate)` if no other crate resolves it",
        name.value(),
        declared_names::place(name)
    );
    quote!(const VALUE: __p::Availability = __p::Availability::Inside(#module, #why);)
}

/// Returns the path of a kind in the registry's hidden module.
pub(crate) fn kind_path(kind: ComponentKind) -> TokenStream {
    let variant = format_ident!("{kind:?}");
    quote!(__p::ComponentKind::#variant)
}

/// Returns the path of a kind's trait for declared names in the registry's hidden module.
pub(crate) fn declared_by(kind: ComponentKind) -> TokenStream {
    let declared_by = format_ident!("{kind:?}DeclaredBy");
    quote!(__p::#declared_by)
}
