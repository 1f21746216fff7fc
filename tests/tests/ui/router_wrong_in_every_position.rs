//! Each mistake is one error: the type of what could not be made causes no other.

use registry::{CapabilityRegistry, ModelRouter, model_router, resolve};
use std::sync::LazyLock;

static ROUTER: LazyLock<ModelRouter> = LazyLock::new(|| model_router! { workload });

fn returned() -> ModelRouter {
    model_router! { workload "a" => model "m", fallbacks("x", "x"); workload "a" => model "m"; }
}

fn resolved() -> String {
    resolve! { tool }
}

fn main() {
    let annotated: ModelRouter = model_router! { default };
    let inferred = model_router! { workload };
    inferred.problems(&CapabilityRegistry::<()>::new());
    drop([annotated, model_router! { workload }]);
    let _: u8 = resolve!(tool "");
    let inferred = resolve!(tool);
    let _ = format!("{} {}", inferred, resolve!("tool"));
}
