import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { type CellChange, editedNotebook } from '#shared/notebook/edit-notebook.ts'
import { CELL_KINDS, type Notebook, readNotebook } from '#shared/notebook/notebook.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import { changeCount, changedLines } from '../files/changed-lines.ts'
import {
  type ChangeDeps,
  type FileChange,
  fileChange,
  makeChange,
  mustBeAsPlanned,
  planOfChange,
} from '../files/file-change.ts'
import { storedDiff, wholeDiff } from '../files/file-diff.ts'
import { locateFile } from '../files/locate-file.ts'
import type { PathFlavour } from '../files/project-path.ts'
import { loadSeen, standingAt } from '../files/stored-file.ts'
import { decodeText, detectEncoding } from '../files/text-encoding.ts'
import { cellsText } from '../read/notebook.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'
import description from './notebook-edit.md?raw'

/** The name of the tool that changes cells of notebooks. */
export const NOTEBOOK_TOOL = 'notebook_edit'

const NotebookArgs = z.strictObject({
  path: z.string().min(1),
  action: z.enum(['replace', 'insert', 'delete']).default('replace'),
  cell: z.exactOptional(z.string().min(1)),
  source: z.exactOptional(z.string()),
  type: z.exactOptional(z.enum(CELL_KINDS)),
})
type NotebookArgs = z.output<typeof NotebookArgs>

type NotebookDeps = ChangeDeps & { readonly flavour: PathFlavour }

/** A change with the difference of the cells, which is what the person and the model read. */
type CellsChange = FileChange & { readonly cells: FileDiff; readonly done: string }

/** Changes a cell of a notebook that the agent has read. */
export function createNotebookTool(deps: NotebookDeps): Tool {
  const prepare = async (args: NotebookArgs, context: ToolContext): Promise<CellsChange> => {
    const file = await locateFile(context.root, args.path, deps.flavour)
    const fail = (text: string) => AppError.forAgent('tool.failed', `${file.shown}${text}`)
    const standing = await standingAt(file)
    if (standing.kind === 'nothing')
      throw AppError.forAgent('tool.not_found', `${file.shown} does not exist. Make it with write.`)
    if (standing.kind === 'folder') throw fail(' is a folder.')
    const stored = await loadSeen(file, context.reads, standing)
    const encoding = detectEncoding(stored.bytes)
    if (encoding === null || encoding.lossy === true) throw fail(' is no notebook.')
    const before = decodeText(stored.bytes, encoding)
    const old = readNotebook(before)
    if (old === null) throw fail(' is no notebook of format 4. Change it with edit.')
    const wanted = changeOf(args, old, context.callId)
    if (typeof wanted === 'string') throw fail(`: ${wanted}`)
    const after = withBreaksOf(before, (text) => editedNotebook(text, wanted.change))
    const fresh = readNotebook(after)
    if (fresh === null) throw fail(' would be no notebook any more. Nothing was written.')
    const change = fileChange(file, { before, after, encoding, mode: stored.mode, seen: stored.stamp })
    return {
      ...change,
      cells: wholeDiff(file.shown, cellsText(old, false), cellsText(fresh, false)),
      done: wanted.done,
    }
  }

  return defineTool({
    name: NOTEBOOK_TOOL,
    title: 'Edit notebook',
    description,
    schema: NotebookArgs,
    parallel: false,
    access: 'edit',
    takesPath: 'file',
    plan: async (args, context) => {
      const change = await prepare(args, context)
      return planOfChange({ ...change, whole: change.cells }, { root: context.root, flavour: deps.flavour })
    },
    run: async (args, context, signal, planned) => {
      const change = await prepare(args, context)
      mustBeAsPlanned(change, planned)
      await makeChange(change, context, deps, signal)
      const { file, cells, diff, done } = change
      return {
        text: [`${done} in ${file.shown}, ${changeCount(cells)}:`, changedLines(cells)].join('\n'),
        isError: false,
        details: { kind: 'edit', path: file.shown, diff, cells: storedDiff(cells) },
      }
    },
  })
}

type Wanted = { readonly change: CellChange; readonly done: string }

/** Reads the arguments against the notebook; a text says what is wrong with them. */
function changeOf(args: NotebookArgs, notebook: Notebook, callId: string): Wanted | string {
  const { action, cell: name, source, type } = args
  const at = name === undefined ? null : cellAt(notebook, name)
  if (name !== undefined && at === null) return noSuchCell(notebook, name)
  if (action === 'insert') {
    if (source === undefined) return 'to insert a cell, give its `source`.'
    const place = at === null ? 0 : at + 1
    const id = notebook.hasIds ? freshId(notebook, callId) : null
    const change = { kind: 'insert', at: place, source, type: type ?? 'code', id } as const
    return { change, done: `Cell ${place + 1}${id === null ? '' : ` (id ${id})`} inserted` }
  }
  if (at === null) return `to ${action} a cell, give \`cell\`: its id or its number.`
  if (action === 'delete') return { change: { kind: 'delete', cell: at }, done: `Cell ${at + 1} deleted` }
  if (source === undefined) return 'to replace a cell, give its new `source`.'
  const old = notebook.cells[at]
  const change = {
    kind: 'replace',
    cell: at,
    source,
    type: type ?? old?.kind ?? 'code',
    clears: true,
  } as const
  return { change, done: `Cell ${at + 1} replaced` }
}

/** Finds a cell by its id, or by its number as `read` shows it; `cell 3` and `cell-3` are numbers too. */
function cellAt({ cells }: Notebook, name: string): number | null {
  const byId = cells.findIndex(({ id }) => id === name)
  if (byId >= 0) return byId
  const number = Number(/^\s*(?:cell[\s_-]*)?(\d{1,6})\s*$/i.exec(name)?.[1] ?? Number.NaN)
  return number >= 1 && number <= cells.length ? number - 1 : null
}

function noSuchCell({ cells }: Notebook, name: string): string {
  if (cells.length === 0)
    return `there is no cell ${name}: the notebook is empty. Insert one without \`cell\`.`
  return `there is no cell ${name}. It has ${cells.length}, numbered from 1. Read it again first.`
}

/** An id that no cell has, made from that of the call so that a plan and its run agree. */
function freshId({ cells }: Notebook, callId: string): string {
  const base = callId.replace(/[^A-Za-z0-9_-]/g, '').slice(-12) || 'cell'
  const taken = new Set(cells.map(({ id }) => id))
  for (let at = 0; ; at += 1) {
    const id = at === 0 ? base : `${base}-${at}`
    if (!taken.has(id)) return id
  }
}

/** Changes a text with LF line breaks, and gives it back its CRLF where it has only those. */
function withBreaksOf(text: string, edit: (text: string) => string): string {
  const usesCrLf = text.includes('\r\n') && !/(^|[^\r])\n/.test(text)
  return usesCrLf ? edit(text.replaceAll('\r\n', '\n')).replaceAll('\n', '\r\n') : edit(text)
}
