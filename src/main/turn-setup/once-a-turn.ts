/**
 * Caches answers for one turn of the event loop. Agents that start together ask the same about their project.
 * `soon` clears an answer.
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
