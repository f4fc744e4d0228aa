import { type Emission, type Move, type WrittenCall, written } from './emission.ts'
import { FORM_SLIPS, PATH_SLIPS } from './form-slips.ts'
import type { Evidence, Profile } from './profiles.ts'
import type { Random } from './random.ts'
import { TEXT_SLIPS } from './text-slips.ts'

/** A slip that a model has chosen for a call: what it writes, and what an answer says of it. */
export type ChosenSlip = {
  readonly name: string
  /** What the model writes for the call. */
  readonly apply: (move: Move) => Move | WrittenCall
  /** Reads how much an answer helps. */
  readonly evidence: (words: string) => Evidence
}

/** Chooses the slips of one call: of its text, and of its form or path. */
export function chooseSlips(move: Move, profile: Profile, random: Random): ChosenSlip[] {
  const chosen: ChosenSlip[] = []
  if (changesText(move) && random.chance(profile.text)) chosen.push(textSlip(move, random))
  if (random.chance(profile.form)) {
    const slips = random.chance(0.3) && typeof move.args['path'] === 'string' ? PATH_SLIPS : FORM_SLIPS
    const slip = random.pick(slips)
    if (slip.apply(move, random) !== null) chosen.push(formSlip(slip, random))
  }
  return chosen
}

/** The path with the separators of Windows. */
export function backslashSlip(random: Random): ChosenSlip | null {
  const slip = PATH_SLIPS.find(({ name }) => name.includes('backslashes'))
  return slip === undefined ? null : formSlip(slip, random)
}

function changesText({ tool }: Move): boolean {
  return tool === 'edit' || tool === 'write'
}

function formSlip(slip: (typeof FORM_SLIPS)[number], random: Random): ChosenSlip {
  let meant: Move | null = null
  return {
    name: slip.name,
    apply: (move) => {
      meant = move
      return slip.apply(move, random) ?? written(move)
    },
    evidence: (words) => {
      if (meant !== null && slip.named(meant).test(words)) return 'names'
      return /expected|invalid|unrecognized|not exist|no tool/i.test(words) ? 'hints' : 'nothing'
    },
  }
}

function textSlip(move: Move, random: Random): ChosenSlip {
  if (move.tool === 'write' || random.chance(0.15)) return contentSlip(random)
  const slip = random.pick(TEXT_SLIPS)
  return {
    name: slip.name,
    apply: ({ tool, args }) => {
      const pair = { oldText: String(args['old_text']), newText: String(args['new_text']) }
      const unit = /\n?(\t|( {2}| {4}))\S/.exec(pair.oldText)?.[1] ?? '  '
      const slipped = slip.apply(pair, { line: 3, unit, random })
      return { tool, args: { ...args, old_text: slipped.oldText, new_text: slipped.newText } }
    },
    evidence: (words) => {
      const [first = ''] = String(move.args['old_text'])
        .split('\n')
        .filter((line) => line.trim() !== '')
      // White space counts: a passage shows what is to be copied only as it is in the file.
      if (first !== '' && words.includes(first)) return 'shows'
      if (NAMED.test(words)) return 'names'
      return /not found|is not in/i.test(words) ? 'hints' : 'nothing'
    },
  }
}

const NAMED =
  /line numbers|fence|white space|indentation|escape|quotes|entities|marks of a diff|stands for code/i

const CONTENT: readonly (readonly [name: string, change: (content: string) => string])[] = [
  [
    'content with line numbers',
    (text) =>
      text
        .split('\n')
        .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
        .join('\n'),
  ],
  ['content in a fence', (text) => `\`\`\`\n${text}\n\`\`\``],
  ['content with a placeholder', (text) => `${text.split('\n')[0]}\n// ... rest of the code unchanged ...\n`],
  ['line breaks as two signs', (text) => text.replaceAll('\n', '\\n')],
]

/** Marks of the transport in what is to be written. A text of one line carries none of them that would matter. */
function contentSlip(random: Random): ChosenSlip {
  const [name, change] = random.pick(CONTENT)
  return {
    name,
    apply: ({ tool, args }) => {
      const key = tool === 'write' ? 'content' : 'new_text'
      const text = String(args[key])
      return text.split('\n').length < 4 ? { tool, args } : { tool, args: { ...args, [key]: change(text) } }
    },
    evidence: (words) =>
      /line number|fence|left out|placeholder|line break|\\n/i.test(words) ? 'names' : 'nothing',
  }
}

/** What an answer can be instead of calls. */
export const TALK_SLIPS = ['empty', 'thoughts', 'text call', 'cut', 'repeat', 'think tags'] as const
export type TalkSlip = (typeof TALK_SLIPS)[number]

/** Writes calls as five families of models write them when their server has no parser. */
export function callAsText({ name, args }: WrittenCall, random: Random): string {
  const json = (fields: object) => JSON.stringify(fields)
  const value = JSON.parse(args) as Record<string, unknown>
  const parameters = Object.entries(value).map(
    ([key, each]) =>
      `<parameter=${key}>\n${typeof each === 'string' ? each : json(each as object)}\n</parameter>`,
  )
  return random.pick([
    `<tool_call>\n${json({ name, arguments: value })}\n</tool_call>`,
    `\`\`\`json\n${json({ name, arguments: value })}\n\`\`\``,
    `<function=${name}>\n${parameters.join('\n')}\n</function>`,
    json({ name, parameters: value }),
    `[TOOL_CALLS]${json([{ name, arguments: value }])}`,
  ])
}

/** Lays a slip of talk over an answer. */
export function withTalkSlip(emission: Emission, slip: TalkSlip, random: Random): Emission {
  const [first] = emission.calls ?? []
  if (slip === 'empty') return {}
  if (slip === 'thoughts') return { reasoning: 'I have to think about the next step.' }
  if (slip === 'think tags')
    return { ...emission, text: `<think>What is next?</think>\n${emission.text ?? ''}` }
  // Where nothing is called, these two have no effect.
  if (first === undefined) return emission
  if (slip === 'text call')
    return isJson(first.args) ? { text: `I go on.\n${callAsText(first, random)}` } : {}
  const args = first.args.slice(0, Math.max(2, Math.floor(first.args.length * 0.6)))
  return { calls: [{ name: first.name, args }], finish: 'length' }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
