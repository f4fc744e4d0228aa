/** One line of the table. `ok` is left out for a figure that has no target. */
export type Row = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly target?: string
  readonly ok?: boolean
}

/** What a bench is started with. */
export type BenchContext = {
  /** The repository. */
  readonly root: string
  /** The Electron executable in use. */
  readonly electron: string
  /** An empty folder on the disk of the repository, removed afterwards. */
  readonly folder: string
}

/** A bench measures and answers with its lines. It throws when it could not run. */
export type Bench = (context: BenchContext) => Promise<Row[]>

/** A figure without a target. */
export const figure = (name: string, value: number, unit: string): Row => ({ name, value, unit })

/** A ratio that should not be above the target. */
export const atMost = (name: string, value: number, unit: string, target: number): Row => ({
  ...figure(name, value, unit),
  target: `<= ${target}`,
  ok: value <= target,
})

/** A ratio that should not be below the target. */
export const atLeast = (name: string, value: number, unit: string, target: number): Row => ({
  ...figure(name, value, unit),
  target: `>= ${target}`,
  ok: value >= target,
})
