//! A list that a constant can hold.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;

/// A list that the program holds as a constant, or that was read. It reads as a slice.
///
/// ```
/// use rag::List;
///
/// static CONSTANT: List<u32> = List::Borrowed(&[1, 2]);
/// let mut list = CONSTANT.clone();
/// list.to_mut().push(3);
/// assert_eq!((list.len(), CONSTANT.len()), (3, 2));
/// assert_eq!(list, List::Owned(vec![1, 2, 3]));
/// ```
#[derive(Clone)]
pub enum List<T: 'static> {
    /// Elements that were read.
    Owned(Vec<T>),
    /// Elements of a constant.
    Borrowed(&'static [T]),
    /// Elements of a constant that the compiler computes only when it makes machine code, since checking a program does
    /// not need them. The function is called whenever the list is read, and always returns the same.
    Deferred(fn() -> &'static [T]),
}

impl<T: Clone> List<T> {
    /// The elements to be changed; those of a constant are copied first.
    pub fn to_mut(&mut self) -> &mut Vec<T> {
        if !matches!(self, Self::Owned(_)) {
            *self = Self::Owned(self.to_vec());
        }
        match self {
            Self::Owned(elements) => elements,
            Self::Borrowed(_) | Self::Deferred(_) => unreachable!("the elements are owned by now"),
        }
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Self::Owned(elements) => elements,
            Self::Borrowed(elements) => elements,
            Self::Deferred(elements) => elements(),
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self::Borrowed(&[])
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(elements: Vec<T>) -> Self {
        Self::Owned(elements)
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::from(Vec::from_iter(elements))
    }
}

impl<'l, T> IntoIterator for &'l List<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for List<T> {}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Serialize> Serialize for List<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
