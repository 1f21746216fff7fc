#![deny(deprecated)]

use registry::capability;
use tests::Echo;

#[capability(model = "text-embedding-3-small")]
const EMBEDDING: Echo = Echo("text-embedding-3-small");

/// It may be meant.
#[capability(model = "whisper-1")]
#[allow(deprecated)]
const WHISPER: Echo = Echo("whisper-1");

#[capability(model = "gpt-4o")]
const CHAT: Echo = Echo("gpt-4o");

fn main() {}
