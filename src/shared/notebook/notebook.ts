import { z } from 'zod'
import { parseJsonOrNull } from '../parse-json.ts'

/** The kinds of cells of a notebook. */
export const CELL_KINDS = ['code', 'markdown', 'raw'] as const
export type CellKind = (typeof CELL_KINDS)[number]

const Text = z.union([z.string(), z.array(z.string())]).transform((text) => [text].flat().join(''))
const Output = z.looseObject({
  output_type: z.string(),
  name: z.string().optional(),
  text: Text.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.array(z.string()).optional(),
})

/** An output of a cell, as the file holds it: data from the maker of the notebook. */
export type CellOutput = z.infer<typeof Output>

const Cell = z.looseObject({
  id: z.string().optional(),
  cell_type: z.enum(CELL_KINDS),
  source: Text,
  execution_count: z.number().nullish(),
  outputs: z.array(Output).optional(),
})
const Languages = z.looseObject({
  language_info: z.looseObject({ name: z.string() }).optional().catch(undefined),
  kernelspec: z
    .looseObject({ language: z.string().optional(), name: z.string().optional() })
    .optional()
    .catch(undefined),
})
const Stored = z.looseObject({
  nbformat: z.number().min(4),
  nbformat_minor: z.number().default(0),
  metadata: Languages.optional().catch(undefined),
  cells: z.array(Cell),
})

/** A cell. `id` is null in notebooks older than format 4.5, `run` null for a cell that did not run. */
export type NotebookCell = {
  readonly id: string | null
  readonly kind: CellKind
  readonly source: string
  readonly run: number | null
  readonly outputs: readonly CellOutput[]
}

/** A Jupyter notebook of format 4. */
export type Notebook = {
  /** The language of its code, in lower case. */
  readonly language: string
  /** Whether its cells have ids. */
  readonly hasIds: boolean
  readonly cells: readonly NotebookCell[]
}

/** Reads a notebook. Returns null for a text that is none, or one of an older format. */
export function readNotebook(text: string): Notebook | null {
  const read = Stored.safeParse(parseJsonOrNull(text))
  if (!read.success) return null
  const { nbformat, nbformat_minor: minor, metadata, cells } = read.data
  const kernel = metadata?.kernelspec
  return {
    language: (metadata?.language_info?.name ?? kernel?.language ?? 'python').toLowerCase(),
    hasIds: nbformat > 4 || minor >= 5,
    cells: cells.map(({ id, cell_type: kind, source, execution_count: run, outputs }) => ({
      id: id ?? null,
      kind,
      source,
      run: run ?? null,
      outputs: outputs ?? [],
    })),
  }
}

/** Whether a path has the ending of a notebook. */
export const isNotebookPath = (path: string): boolean => /\.ipynb$/i.test(path)

/** The plain text of an output, or of one of its forms; null where it has none. */
export function outputForm({ data }: CellOutput, mime: string): string | null {
  const read = Text.safeParse(data?.[mime])
  return read.success ? read.data : null
}

/** Returns a text without the colours and other codes of a terminal. */
export function withoutCodes(text: string): string {
  const pieces = text.split('\u001b[')
  return pieces.map((piece, at) => (at === 0 ? piece : piece.replace(/^[\d;?]*[A-Za-z]/, ''))).join('')
}
