import type { SignInNeed } from '../messages.ts'

/** Thrown where a server needs the person's sign-in. It never leaves this room. */
export class NeedsSignIn extends Error {
  readonly need: SignInNeed

  constructor(need: SignInNeed, problem: string) {
    super(problem)
    this.name = 'NeedsSignIn'
    this.need = need
  }
}
