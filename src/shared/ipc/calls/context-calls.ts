import { z } from 'zod'
import { type RequestReport, type RequestTaken, RequestWhen } from '../../context/report.ts'
import { SessionId } from '../../ids.ts'
import { call } from '../call.ts'

const ofRequest = z.strictObject({ sessionId: SessionId, when: RequestWhen })

/** What a model reads: looked at, and taken along without secrets. */
export const CONTEXT_CALLS = {
  /** What became of every event of the branch; null when no request was sent yet. */
  'context.report': call<RequestReport | null>()(ofRequest),
  /** Main puts the request on the clipboard: it never passes through a window. */
  'context.copyRequest': call<RequestTaken>()(ofRequest),
  /** Main asks where to. Null: the person thought better of it. */
  'context.saveRequest': call<(RequestTaken & { readonly fileName: string }) | null>()(ofRequest),
} as const
