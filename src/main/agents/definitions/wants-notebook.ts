import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { createLastingFact } from '../../context/branch/lasting-fact.ts'

const WORDS = /\.ipynb\b|\bnotebooks?\b|jupyter|笔记本|ノートブック/iu

/** Whether the person of a branch spoke of a notebook, or its agent called a tool for one. */
export const wantsNotebook = createLastingFact((event) => {
  if (event.kind !== 'message') return false
  const { message } = event.payload
  if (message.role === 'user') return WORDS.test(textOf(message))
  return toolCallsOf(message).some(({ args }) => JSON.stringify(args ?? null).includes('.ipynb'))
})
