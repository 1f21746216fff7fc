//! Makes the type of a `const` or a `static` valid in other places.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::{GenericArgument, Lifetime, Path, PathArguments, Token, Type, TypeParamBound};

/// Replaces elided lifetimes by `'static`, except those of function types such as `fn(&str) -> &str`.
pub(crate) fn with_static_lifetimes(ty: &Type) -> Type {
    let mut ty = ty.clone();
    spell_out(&mut ty);
    ty
}

fn spell_out(ty: &mut Type) {
    match ty {
        Type::Reference(reference) => {
            replace_elided(reference.lifetime.get_or_insert_with(|| named_static(reference.and_token.span)));
            spell_out(&mut reference.elem);
        }
        Type::Array(array) => spell_out(&mut array.elem),
        Type::Group(group) => spell_out(&mut group.elem),
        Type::Paren(paren) => spell_out(&mut paren.elem),
        Type::Ptr(pointer) => spell_out(&mut pointer.elem),
        Type::Slice(slice) => spell_out(&mut slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(spell_out),
        Type::TraitObject(object) => spell_out_bounds(&mut object.bounds),
        Type::Path(path) => {
            if let Some(qualified) = &mut path.qself {
                spell_out(&mut qualified.ty);
            }
            spell_out_path(&mut path.path);
        }
        _ => {}
    }
}

fn spell_out_path(path: &mut Path) {
    for segment in &mut path.segments {
        let PathArguments::AngleBracketed(arguments) = &mut segment.arguments else { continue };
        for argument in &mut arguments.args {
            match argument {
                GenericArgument::Lifetime(lifetime) => replace_elided(lifetime),
                GenericArgument::Type(ty) => spell_out(ty),
                GenericArgument::AssocType(associated) => spell_out(&mut associated.ty),
                GenericArgument::Constraint(constraint) => spell_out_bounds(&mut constraint.bounds),
                _ => {}
            }
        }
    }
}

fn spell_out_bounds(bounds: &mut Punctuated<TypeParamBound, Token![+]>) {
    for bound in bounds {
        match bound {
            TypeParamBound::Trait(bound) => spell_out_path(&mut bound.path),
            TypeParamBound::Lifetime(lifetime) => replace_elided(lifetime),
            _ => {}
        }
    }
}

fn replace_elided(lifetime: &mut Lifetime) {
    if lifetime.ident == "_" {
        *lifetime = named_static(lifetime.span());
    }
}

fn named_static(span: Span) -> Lifetime {
    Lifetime::new("'static", span)
}
