/** A project that could not be searched in time for files that steer other programs. No command starts in it. */
export class ProjectTooLarge extends Error {
  constructor() {
    super(
      'The project is too large: the sandbox could not search it in time for hooks and files that steer other programs. The command did not run.',
    )
    this.name = 'ProjectTooLarge'
  }
}
