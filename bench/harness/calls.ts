import { CALL_FILES, type CallCase } from './call-case.ts'
import { type Emission, type Move, scriptOf, written } from './emission.ts'
import type { Lab } from './lab.ts'
import { type Files, readFiles, resetFiles, sameFiles } from './lab-files.ts'
import type { Outcome, Tally } from './tally.ts'

/** What came of a scene: the files, and the results of the calls that it was about. */
type Seen = {
  readonly files: Files
  readonly results: readonly { readonly text: string; readonly isError: boolean }[]
}

/** Runs calls through the whole app and compares what they do with what the calls without a mistake do. */
export async function createCallRunner(lab: Lab) {
  const project = await lab.project({})
  const meant = new Map<string, Promise<Seen>>()
  const outcomeOf = async (before: readonly Move[], emission: Emission, files: Files): Promise<Seen> => {
    await resetFiles(project.root, files)
    const here = emission.calls?.map(({ name, args }) => ({
      name,
      args: args.replaceAll('<root>', project.root),
    }))
    const tried = here === undefined ? emission : { ...emission, calls: here }
    const answers: Emission[] = [...before.map((move) => ({ calls: [written(move)] })), tried]
    let ids = 0
    const nextId = () => `call_${ids++}`
    const chat = await lab.chat({
      project,
      respond: () => scriptOf(answers.shift() ?? { text: 'That is all.' }, nextId),
    })
    await chat.say('Do what is to be done.')
    const results = (await chat.messages()).filter(({ tool }) => tool !== undefined).slice(before.length)
    await chat.close()
    return {
      files: await readFiles(project.root),
      results: results.map(({ parts, tool }) => ({
        text: parts
          .map((part) => (part.t === 'text' ? part.text : ''))
          .join('')
          .replaceAll(project.root, '<root>'),
        isError: tool?.isError ?? false,
      })),
    }
  }
  const meaning = (before: readonly Move[], moves: readonly Move[], files: Files): Promise<Seen> => {
    const key = JSON.stringify([before, moves, files])
    const known = meant.get(key) ?? outcomeOf(before, { calls: moves.map(written) }, files)
    meant.set(key, known)
    return known
  }
  return {
    /** Adds what came of a case, and the words of its answer where it was refused. */
    run: async (tally: Tally, tested: CallCase, group = '', files: Files = CALL_FILES): Promise<Outcome> => {
      const seen = await outcomeOf(tested.before, tested.sent, files)
      const wanted = tested.meant === null ? null : await meaning(tested.before, tested.meant, files)
      if (wanted?.results.some(({ isError }) => isError)) {
        throw new Error(`The call that ${tested.name} stands for fails: ${wanted.results[0]?.text}`)
      }
      const outcome = judged(tested, seen, wanted, files)
      tally.add(
        outcome,
        tested.name,
        seen.results
          .map(({ text }) => text)
          .join(' | ')
          .slice(0, 300),
        group,
      )
      return outcome
    },
  }
}

function judged(tested: CallCase, seen: Seen, wanted: Seen | null, files: Files): Outcome {
  const refused = seen.results.length === 0 || seen.results.some(({ isError }) => isError)
  const words = seen.results.map(({ text }) => text).join('\n')
  if (!sameFiles(seen.files, files) && (wanted === null || !sameFiles(seen.files, wanted.files)))
    return 'wrong'
  if (wanted === null) return !refused ? 'wrong' : tested.hint.test(words) ? 'right' : 'refused'
  if (refused) return 'refused'
  if (!sameFiles(seen.files, wanted.files)) return 'refused'
  const shown = tested.shows ?? wanted.results.flatMap(({ text }) => payloadOf(text))
  return shown.every((text) => words.includes(text)) ? 'right' : 'wrong'
}

/**
 * The lines of a result without remarks, which differ by how the call was written. The order of lines is not compared:
 * files that were written in the same millisecond have none.
 */
function payloadOf(text: string): string[] {
  return text
    .replace(/\n*\([^()]*\)\s*$/, '')
    .trim()
    .split('\n')
}
