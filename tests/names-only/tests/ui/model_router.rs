fn main() {
    registry::model_router! { workload "chat" => model "a-model-of-nobody"; };
}
