import { z } from 'zod'
import { SessionId } from '../../ids.ts'
import { LONGEST_REPORT, REPORT_PARTS } from '../../report/problem-report.ts'
import { call } from '../call.ts'

/** Reports of a problem. They are shown, edited and saved; nothing is sent anywhere. */
export const REPORT_CALLS = {
  /** The text of a report with these parts, without secrets. `sessionId` names the chat of the part `chat`. */
  'report.preview': call<string>()(() =>
    z.strictObject({ sessionId: SessionId.nullable(), parts: z.array(z.enum(REPORT_PARTS)).max(10) }),
  ),
  /** Writes the text as it is into a file that main asks for. Null: the person cancelled. */
  'report.save': call<{ readonly fileName: string } | null>()(() =>
    z.strictObject({ text: z.string().min(1).max(LONGEST_REPORT) }),
  ),
} as const
