import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** A value that must not be written down. Every use of the text is a call of `reveal`, so it can be searched for. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}
