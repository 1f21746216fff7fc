use registry::model_router;

fn main() {
    let _ = model_router! { workloads "chat-v1" => model "fast"; };
    let _ = model_router! { workload chat => model "fast"; };
    let _ = model_router! { workload "chat-v1" = model "fast"; };
    let _ = model_router! { workload "chat-v1" => "fast"; };
    let _ = model_router! { workload "chat-v1" => tool "fast"; };
    let _ = model_router! { workload "chat-v1" => model "fast", require(vision); };
    let _ = model_router! { workload "chat-v1" => model "fast", fallbacks(other); };
    let _ = model_router! { workload "chat-v1" => model "fast" workload "chat-v2" => model "fast" };
    let _ = model_router! { workload "chat-v1" => model "fast", requires };
    let _ = model_router! { workload };
    let _ = model_router! { default };
    let _ = model_router! { "chat-v1" };
}
