import { type Cleared, withoutBlocks } from '../formats/program-text.ts'

/** Tags of blocks that Codex adds to user messages. */
const BLOCKS = [
  'environment_context',
  'user_instructions',
  'turn_aborted',
  'user_shell_command',
  'INSTRUCTIONS',
  'skill',
  'subagent_notification',
]

/** Names a picture before and behind it. */
const PICTURE_MARK = /^\s*(<image\b[^>]{0,500}>|<\/image>)\s*$/

const SENTENCES = [
  /^# AGENTS\.md instructions\b[^\n]{0,1000}$/,
  /^Another language model started to solve this problem and produced a summary/,
]

/** Editors put what is open in them before the words of the person, under these headings. */
const IN_EDITOR = /^# Context from my IDE setup:/
const REQUEST = '\n## My request for Codex:'

/** Returns the person's own text in a user message. */
export function codexWords(text: string): Cleared {
  if (PICTURE_MARK.test(text)) return { text: '', asides: 0 }
  const cleared = withoutBlocks(text, BLOCKS)
  const rest = cleared.text.trim()
  if (SENTENCES.some((sentence) => sentence.test(rest))) {
    // A heading and the block under it are one text.
    return { text: '', asides: Math.max(1, cleared.asides) }
  }
  const request = IN_EDITOR.test(rest) ? rest.indexOf(REQUEST) : -1
  if (request === -1) return cleared
  return { text: rest.slice(request + REQUEST.length).trim(), asides: cleared.asides + 1 }
}
