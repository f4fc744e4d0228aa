/** One step of a pattern. Tests get one code point as a string. */
export type PatternStep =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' | 'many'; readonly allows: (character: string) => boolean }
  | { readonly kind: 'choice'; readonly of: readonly (readonly PatternStep[])[] }
  | { readonly kind: 'repeat'; readonly of: readonly PatternStep[] }
  /** A place between two characters. They are empty at the ends of the text. */
  | { readonly kind: 'edge'; readonly holds: (before: string, after: string) => boolean }

/** Matches any code point. */
export const ANY_CHARACTER = (): boolean => true

/**
 * Compiles steps to a test of whole texts. A text is read once, and each of its code points meets each step at most
 * once (Thompson's simulation of an automaton), so that no pattern can make a test take longer than their product.
 * The test remembers which steps are open after which characters: many texts that are alike take one look a character.
 */
export function linearTest(steps: readonly PatternStep[]): (text: string) => boolean {
  const program = compile(steps)
  if (program.some((instruction) => instruction.do === 'edge')) return edgeTest(program)
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
  | { readonly do: 'edge'; readonly holds: (before: string, after: string) => boolean }

/** The same for patterns with edges, which take a look at the next character and remember nothing. */
function edgeTest(program: readonly Instruction[]): (text: string) => boolean {
  const reach = createReach(program)
  return (text) => {
    const characters = [...text]
    let places: readonly number[] = [0]
    for (let index = 0; places.length > 0; index += 1) {
      const at = reach(places, characters[index - 1], characters[index])
      const character = characters[index]
      if (character === undefined) return at.includes(program.length)
      places = at.filter((each) => accepts(program[each], character)).map((each) => each + 1)
    }
    return false
  }
}

/** A cached set of pattern positions, and the sets reached by each next character so far. */
type OpenSteps = {
  readonly at: readonly number[]
  readonly isEnd: boolean
  readonly after: Map<string, OpenSteps>
}

/** Maximum cache entries per pattern. */
const MOST_REMEMBERED = 50_000

function createMemory(program: readonly Instruction[]) {
  const known = new Map<string, OpenSteps>()
  const reach = createReach(program)
  let size = 0

  const startFrom = (places: readonly number[]): OpenSteps => {
    const at = reach(places)
    const key = at.join(',')
    const found = known.get(key) ?? { at, isEnd: at.includes(program.length), after: new Map() }
    if (!known.has(key)) size += at.length
    known.set(key, found)
    return found
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

/** Finds the instructions that look at the next character, from these places on. */
function createReach(program: readonly Instruction[]) {
  // In which round an instruction was added last, so that none is added twice in one round.
  const rounds = new Uint32Array(program.length + 1)
  let round = 0
  return (places: readonly number[], before = '', after = ''): number[] => {
    const found: number[] = []
    const pending = places.toReversed()
    round += 1
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (rounds[at] === round) continue
      rounds[at] = round
      const instruction = program[at]
      if (instruction?.do === 'split') pending.push(...instruction.to)
      else if (instruction?.do !== 'edge') found.push(at)
      else if (instruction.holds(before, after)) pending.push(at + 1)
    }
    return found
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
  else if (step.kind === 'edge') program.push({ do: 'edge', holds: step.holds })
  else if (step.kind === 'choice') addChoice(step.of, program)
  else if (step.kind === 'repeat') addRepeat(step.of, program)
  else {
    program.push({ do: 'split', to: [start + 1, start + 3] })
    program.push({ do: 'test', allows: step.allows }, { do: 'split', to: [start] })
  }
}

function addRepeat(steps: readonly PatternStep[], program: Instruction[]): void {
  const start = program.length
  const to = [start + 1]
  program.push({ do: 'split', to })
  addSteps(steps, program)
  program.push({ do: 'split', to: [start] })
  to.push(program.length)
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
