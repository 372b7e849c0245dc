//! Vectors of texts, by the interface `/embeddings` that OpenAI has and many servers imitate (llama.cpp, vLLM,
//! Ollama below `/v1`). A request is sent once; who needs the vectors tries again.

use hyper::Method;
use serde_json::{Value, json};

use crate::{Client, Failure, FailureKind};

/// The most numbers of a vector.
pub const DIMENSIONS_MAX: usize = 16_384;

impl Client {
    /// The vectors of these texts, in their order, each of length 1 and all of as many numbers.
    ///
    /// # Errors
    /// There is no answer, or one without a vector for each text.
    pub async fn embeddings(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, Failure> {
        let body = json!({ "model": self.settings().name, "input": texts });
        let within = self.settings().timeouts.run;
        let answer = self.json(Method::POST, "/embeddings", &body, within).await?;
        vectors(&answer, texts.len()).ok_or_else(|| {
            Failure::new(FailureKind::Protocol).with_detail("no vector for each of the texts")
        })
    }
}

/// The vectors of an answer, when there is one for each text and all are of a length.
fn vectors(answer: &Value, texts: usize) -> Option<Vec<Vec<f32>>> {
    let data = answer.get("data")?.as_array()?;
    let mut vectors: Vec<Vec<f32>> = vec![Vec::new(); texts];
    for (position, item) in data.iter().enumerate() {
        let index = item.get("index").and_then(Value::as_u64);
        let index = index.map_or(Some(position), |index| usize::try_from(index).ok())?;
        let numbers = item.get("embedding")?.as_array().filter(|it| it.len() <= DIMENSIONS_MAX)?;
        let numbers: Option<Vec<f64>> = numbers.iter().map(Value::as_f64).collect();
        *vectors.get_mut(index)? = of_length_one(&numbers?)?;
    }
    let dimensions = vectors.first().map_or(0, Vec::len);
    let is_whole = vectors.iter().all(|it| !it.is_empty() && it.len() == dimensions);
    is_whole.then_some(vectors)
}

/// A vector brought to length 1; none when it has no direction.
fn of_length_one(numbers: &[f64]) -> Option<Vec<f32>> {
    let length = numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
    let has_direction = length.is_finite() && length > 0.0;
    has_direction.then(|| numbers.iter().map(|number| (number / length) as f32).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_put_in_order_and_brought_to_length_one() {
        let answer = json!({ "data": [
            { "index": 1, "embedding": [0, 2.0] },
            { "index": 0, "embedding": [3.0, 4.0] },
        ] });

        assert_eq!(vectors(&answer, 2), Some(vec![vec![0.6, 0.8], vec![0.0, 1.0]]));
    }

    #[test]
    fn an_answer_without_a_vector_for_each_text_is_none() {
        let one = json!({ "index": 0, "embedding": [1.0, 0.0] });
        for data in [
            json!(null),
            json!([]),
            json!([one]),
            json!([one, { "index": 2, "embedding": [1.0, 0.0] }]),
            json!([one, { "index": 1, "embedding": [1.0] }]),
            json!([one, { "index": 1, "embedding": [0.0, 0.0] }]),
            json!([one, { "index": 1, "embedding": ["a", 0.0] }]),
            json!([one, { "index": 1 }]),
        ] {
            assert_eq!(vectors(&json!({ "data": data }), 2), None, "{data}");
        }
    }
}
