import type { z } from 'zod'

declare const answer: unique symbol

/** One line of the contract: what is sent, checked by main, and the type of what comes back. */
export type Call<Request extends z.ZodType, Response> = {
  /** Returns the request schema. Built lazily, because building all schemas would delay the start. */
  readonly request: () => Request
  /** True where a window may propose a path, an address, a secret or a script, typed by the person. */
  readonly fromPerson: boolean
  readonly [answer]?: Response
}

/** A call that speaks in ids. */
export function call<Response>() {
  return <Request extends z.ZodType>(make: () => Request): Call<Request, Response> => ({
    request: madeOnce(make),
    fromPerson: false,
  })
}

/** A call in which the person's own words become a path, an address, a secret or a script. */
export function personCall<Response>() {
  return <Request extends z.ZodType>(make: () => Request): Call<Request, Response> => ({
    request: madeOnce(make),
    fromPerson: true,
  })
}

function madeOnce<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export type RequestOf<C> = C extends Call<infer Request, unknown> ? z.input<Request> : never
export type ParsedRequestOf<C> = C extends Call<infer Request, unknown> ? z.output<Request> : never
export type ResponseOf<C> = C extends { readonly [answer]?: infer Response }
  ? Exclude<Response, undefined>
  : never
