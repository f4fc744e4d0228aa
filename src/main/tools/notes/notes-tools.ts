import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { firstPart } from '#shared/first-part.ts'
import { NOTES_SET, NoteKey, type NoteText, NoteWritten } from '#shared/session/notes/note.ts'
import { defineTool, type Tool } from '../tool.ts'
import getDescription from './notes-get.md?raw'
import listDescription from './notes-list.md?raw'
import setDescription from './notes-set.md?raw'

type Deps = {
  /** Makes the values of the vault known to who refuses them. */
  readonly acquaint: (signal: AbortSignal) => Promise<void>
}

/** The tools by which agents keep notes of a session, read them and see which there are. */
export function createNotesTools(deps: Deps): readonly Tool[] {
  return [setTool(deps), getTool(), listTool()]
}

function setTool({ acquaint }: Deps): Tool {
  return defineTool({
    name: NOTES_SET,
    title: 'Write note',
    description: setDescription,
    schema: NoteWritten,
    parallel: false,
    access: 'read',
    plan: async ({ key, content }) => ({
      acts: [],
      preview: { kind: 'args', text: content === null ? key : `${key}: ${content}` },
    }),
    run: async ({ key, content }, { notes }, signal) => {
      await acquaint(signal)
      const before = notes.all().find((note) => note.key === key)
      if (content === null && before === undefined) throw noNote(key)
      notes.set({ key, content })
      if (content === null) return { text: `The note “${key}” was taken away.`, isError: false }
      const text = before === undefined ? `Noted under “${key}”.` : `The note “${key}” was replaced.`
      return { text, isError: false }
    },
  })
}

function getTool(): Tool {
  return defineTool({
    name: 'notes_get',
    title: 'Read note',
    description: getDescription,
    schema: z.strictObject({ key: NoteKey }),
    parallel: true,
    access: 'read',
    early: true,
    plan: async ({ key }) => ({ acts: [], preview: { kind: 'args', text: key } }),
    run: async ({ key }, { notes }) => {
      const note = notes.all().find((each) => each.key === key)
      if (note === undefined) throw noNote(key)
      return { text: note.content, isError: false }
    },
  })
}

function listTool(): Tool {
  return defineTool({
    name: 'notes_list',
    title: 'List notes',
    description: listDescription,
    schema: z.strictObject({ prefix: z.exactOptional(z.string().max(64)) }),
    parallel: true,
    access: 'read',
    early: true,
    plan: async ({ prefix }) => ({ acts: [], preview: { kind: 'args', text: prefix ?? '' } }),
    run: async ({ prefix = '' }, { notes }) => {
      const found = notes.all().filter(({ key }) => key.startsWith(prefix))
      return { text: found.length === 0 ? 'There are no such notes.' : toldNotes(found), isError: false }
    },
  })
}

const BEGINNING = 120

function toldNotes(notes: readonly NoteText[]): string {
  return notes
    .map(({ key, content }) => {
      const line = content.replace(/\s+/g, ' ')
      return `${key}: ${line.length <= BEGINNING ? line : `${firstPart(line, BEGINNING)}…`}`
    })
    .join('\n')
}

function noNote(key: string): AppError {
  return AppError.forAgent('tool.failed', `There is no note “${key}”. notes_list says which there are.`)
}
