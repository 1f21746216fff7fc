use registry::model_router;

fn main() {
    let _ = model_router! {
        workload "chat-v1" => model "unknown", requires(vision);
        default "chat";
    };
}
