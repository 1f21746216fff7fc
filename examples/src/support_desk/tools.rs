//! The tools of the desk.

use registry::harness::{HarnessError, Tool, async_trait};
use registry::{capability, declare};
use serde_json::{Value, json};

/// Looks a user up by id.
#[capability(tool = "lookup_user", alias = "find_user", tags("crm", "read"))]
#[derive(Debug, Default)]
pub(crate) struct LookupUser;

#[async_trait]
impl Tool for LookupUser {
    fn name(&self) -> &str {
        "lookup_user"
    }

    fn description(&self) -> &str {
        "Looks a user up by id"
    }

    fn parameters(&self) -> Value {
        json!({ "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] })
    }

    async fn call(&self, _state: &(), arguments: Value) -> Result<Value, HarnessError> {
        let id = arguments["id"].as_u64();
        let id = id.ok_or_else(|| HarnessError::invalid_arguments("lookup_user", "`id` is not a positive integer"))?;
        Ok(json!({ "id": id, "plan": "team", "charges": 2 }))
    }
}

/// Creates a task for a person.
#[capability(tool = "create_ticket", tags("crm", "write"))]
static CREATE_TICKET: CreateTicket = CreateTicket { queue: "billing" };

struct CreateTicket {
    queue: &'static str,
}

#[async_trait]
impl Tool for CreateTicket {
    fn name(&self) -> &str {
        "create_ticket"
    }

    async fn call(&self, _state: &(), arguments: Value) -> Result<Value, HarnessError> {
        Ok(json!({ "queue": self.queue, "about": arguments }))
    }
}

declare!(tool "opening_hours");

/// Says when people answer, which is only known at run time.
pub(crate) struct OpeningHours {
    pub(crate) today: &'static str,
}

#[async_trait]
impl Tool for OpeningHours {
    fn name(&self) -> &str {
        "opening_hours"
    }

    async fn call(&self, _state: &(), _arguments: Value) -> Result<Value, HarnessError> {
        Ok(json!(self.today))
    }
}
