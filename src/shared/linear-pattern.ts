/** One step of a pattern. Tests get one code point as a string. */
export type PatternStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' | 'many'; readonly allows: (character: string) => boolean }
  | { readonly kind: 'choice'; readonly of: readonly (readonly PatternStep[])[] }

/** Matches any code point. */
export const ANY_CHARACTER = (): boolean => true

/**
 * Compiles steps to a test of whole texts. A text is read once, and each of its code points meets each step at most
 * once (Thompson's simulation of an automaton), so that no pattern can make a test take longer than their product.
 * The test remembers which steps are open after which characters: many texts that are alike take one look a character.
 */
export function linearTest(steps: readonly PatternStep[]): (text: string) => boolean {
  const program = compile(steps)
  let memory = createMemory(program)
  return (text) => {
    if (memory.isFull()) memory = createMemory(program)
    let open: OpenSteps = memory.start
    for (const character of text) {
      const next = open.after.get(character) ?? memory.advance(open, character)
      if (next.at.length === 0) return false
      open = next
    }
    return open.isEnd
  }
}

type Instruction =
  | { readonly do: 'character'; readonly is: string }
  | { readonly do: 'test'; readonly allows: (character: string) => boolean }
  | { readonly do: 'split'; to: readonly number[] }

/** The instructions a text has reached, and those it reaches with one character more, as far as that is known. */
type OpenSteps = {
  readonly at: readonly number[]
  readonly isEnd: boolean
  readonly after: Map<string, OpenSteps>
}

/** How much is remembered of one pattern, in entries. */
const MOST_REMEMBERED = 50_000

function createMemory(program: readonly Instruction[]) {
  const known = new Map<string, OpenSteps>()
  // In which round an instruction was added last, so that none is added twice in one round.
  const rounds = new Uint32Array(program.length + 1)
  let round = 0
  let size = 0

  const add = (from: number, at: number[]): void => {
    const pending = [from]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (rounds[next] === round) continue
      rounds[next] = round
      const instruction = program[next]
      if (instruction?.do === 'split') pending.push(...instruction.to)
      else at.push(next)
    }
  }
  const openFor = (at: readonly number[]): OpenSteps => {
    const key = at.join(',')
    const found = known.get(key) ?? { at, isEnd: at.includes(program.length), after: new Map() }
    if (!known.has(key)) size += at.length
    known.set(key, found)
    return found
  }
  const startFrom = (places: readonly number[]): OpenSteps => {
    const at: number[] = []
    round += 1
    for (const place of places) add(place, at)
    return openFor(at)
  }

  return {
    start: startFrom([0]),
    advance: (open: OpenSteps, character: string): OpenSteps => {
      const next = startFrom(open.at.filter((at) => accepts(program[at], character)).map((at) => at + 1))
      size += 1
      if (size <= MOST_REMEMBERED) open.after.set(character, next)
      return next
    },
    isFull: (): boolean => size > MOST_REMEMBERED,
  }
}

function accepts(instruction: Instruction | undefined, character: string): boolean {
  if (instruction?.do === 'character') return instruction.is === character
  return instruction?.do === 'test' && instruction.allows(character)
}

function compile(steps: readonly PatternStep[]): Instruction[] {
  const program: Instruction[] = []
  addSteps(steps, program)
  return program
}

function addSteps(steps: readonly PatternStep[], program: Instruction[]): void {
  for (const step of steps) addStep(step, program)
}

function addStep(step: PatternStep, program: Instruction[]): void {
  const start = program.length
  if (step.kind === 'text') {
    for (const character of step.text) program.push({ do: 'character', is: character })
  } else if (step.kind === 'one') program.push({ do: 'test', allows: step.allows })
  else if (step.kind === 'choice') addChoice(step.of, program)
  else {
    program.push({ do: 'split', to: [start + 1, start + 3] })
    program.push({ do: 'test', allows: step.allows }, { do: 'split', to: [start] })
  }
}

function addChoice(choices: readonly (readonly PatternStep[])[], program: Instruction[]): void {
  const starts: number[] = []
  const jumps: { do: 'split'; to: readonly number[] }[] = []
  program.push({ do: 'split', to: starts })
  for (const steps of choices) {
    starts.push(program.length)
    addSteps(steps, program)
    const jump = { do: 'split' as const, to: [] }
    jumps.push(jump)
    program.push(jump)
  }
  for (const jump of jumps) jump.to = [program.length]
}
