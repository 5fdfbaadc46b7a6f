//! Batches of JSON-RPC, as protocol 2025-03-26 has them: several messages on one line, answered on one line.

use std::collections::HashSet;

use rmcp::model::RequestId;

/// The batches that are not answered yet.
#[derive(Debug, Default)]
pub(super) struct Batches(Vec<Batch>);

#[derive(Debug)]
struct Batch {
    waiting: HashSet<RequestId>,
    answers: Vec<Vec<u8>>,
}

impl Batch {
    fn line(&self) -> Vec<u8> {
        let mut line = b"[".to_vec();
        line.extend(self.answers.join(&b','));
        line.push(b']');
        line
    }
}

impl Batches {
    /// Takes a batch in: the requests that will be answered, and the answers (refusals) that are there already. Gives the
    /// line to send at once when it waits for nothing.
    pub(super) fn begin(&mut self, waiting: HashSet<RequestId>, answers: Vec<Vec<u8>>) -> Option<Vec<u8>> {
        let batch = Batch { waiting, answers };
        match (batch.waiting.is_empty(), batch.answers.is_empty()) {
            (true, true) => None,
            (true, false) => Some(batch.line()),
            (false, _) => {
                self.0.push(batch);
                None
            }
        }
    }

    /// Takes an answer: as a line of its own, or into its batch, whose line it gives when it is the last one.
    pub(super) fn answer(&mut self, id: &RequestId, answer: Vec<u8>) -> Option<Vec<u8>> {
        let Some(place) = self.0.iter().position(|batch| batch.waiting.contains(id)) else { return Some(answer) };
        self.0[place].answers.push(answer);
        self.give_up(id)
    }

    /// No longer waits for this request: its caller cancelled it.
    pub(super) fn give_up(&mut self, id: &RequestId) -> Option<Vec<u8>> {
        let place = self.0.iter().position(|batch| batch.waiting.contains(id))?;
        let batch = &mut self.0[place];
        batch.waiting.remove(id);
        if !batch.waiting.is_empty() {
            return None;
        }
        let batch = self.0.swap_remove(place);
        (!batch.answers.is_empty()).then(|| batch.line())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_answered_on_one_line_when_its_last_answer_is_there() {
        let mut batches = Batches::default();
        let (one, two) = (RequestId::Number(1), RequestId::Number(2));
        assert_eq!(batches.begin([one.clone(), two.clone()].into(), Vec::new()), None);
        assert_eq!(batches.answer(&two, b"2".to_vec()), None);
        assert_eq!(batches.answer(&RequestId::Number(3), b"3".to_vec()), Some(b"3".to_vec()));
        assert_eq!(batches.answer(&one, b"1".to_vec()), Some(b"[2,1]".to_vec()));
        assert_eq!(batches.answer(&one, b"again".to_vec()), Some(b"again".to_vec()));
    }

    #[test]
    fn a_cancelled_request_does_not_hold_its_batch() {
        let mut batches = Batches::default();
        let (one, two) = (RequestId::Number(1), RequestId::Number(2));
        assert_eq!(batches.begin([one.clone(), two.clone()].into(), vec![b"bad".to_vec()]), None);
        assert_eq!(batches.give_up(&one), None);
        assert_eq!(batches.give_up(&two), Some(b"[bad]".to_vec()));
        assert_eq!(batches.begin(HashSet::new(), Vec::new()), None);
    }
}
