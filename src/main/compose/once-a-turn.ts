/**
 * The same question, which is asked once in a turn of the loop for all who ask it about the same: agents that begin
 * together want to know the same of their project. An answer is forgotten when `soon` calls back.
 */
export function onceATurn<Key, Answer>(
  ask: (key: Key) => Answer,
  soon: (act: () => void) => void,
): (key: Key) => Answer {
  const answers = new Map<Key, { readonly answer: Answer }>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known.answer
    if (answers.size === 0) soon(() => answers.clear())
    const answer = ask(key)
    answers.set(key, { answer })
    return answer
  }
}
