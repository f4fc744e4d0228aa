/** A project that could not be searched for files that steer other programs. No command starts in it. */
export class ProjectTooLarge extends Error {
  /** The folder of the project with paths that are too long to search; null where the time did not suffice. */
  readonly tooDeep: string | null

  constructor(tooDeep: string | null = null) {
    super(
      tooDeep === null
        ? 'The project is too large: the sandbox could not search it in time for hooks and files that steer other programs. The command did not run.'
        : `The folder ${tooDeep} is nested too deep: the sandbox could not search it for hooks and files that steer other programs. The command did not run. Move or remove the folder outside the sandbox.`,
    )
    this.name = 'ProjectTooLarge'
    this.tooDeep = tooDeep
  }
}
