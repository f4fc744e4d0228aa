import { z } from 'zod'
import { SessionId } from '../../ids.ts'
import { JobId } from '../../process/job.ts'
import { call } from '../call.ts'

const OfJob = { sessionId: SessionId, jobId: JobId }

export const JOB_CALLS = {
  /** Returns the newest output of a background program. */
  'job.output': call<string>()(() => z.strictObject(OfJob)),
  /** Stops a background program with everything it has started. Harmless when it has ended. */
  'job.stop': call<null>()(() => z.strictObject(OfJob)),
  /**
   * Opens the address of a background program in the browser. A port that the sandbox hides is opened on this computer
   * before. Refused without a port.
   */
  'job.open': call<null>()(() => z.strictObject(OfJob)),
  /** Closes the port that was opened to a background program in its sandbox. Harmless when none is open. */
  'job.closePort': call<null>()(() => z.strictObject(OfJob)),
} as const
