import { z } from 'zod'
import { LimitDollars } from '../../config/config.ts'
import { ProjectId } from '../../ids.ts'
import { type SpendStanding, USAGE_DAYS, type UsageReport } from '../../usage/usage-report.ts'
import { call } from '../call.ts'

const Dollars = LimitDollars.nullable()
const period = () =>
  z.strictObject({
    days: z.literal(USAGE_DAYS),
    /** Only this project; null: only chats without a project. Missing: all. */
    projectId: z.exactOptional(ProjectId.nullable()),
  })

export const USAGE_CALLS = {
  /** Returns the usage over the last local calendar days including today. */
  'usage.report': call<UsageReport>()(period),
  /** Returns the cost of today and this month with their limits: of a project, or of everything. */
  'usage.state': call<SpendStanding>()(() => z.strictObject({ projectId: z.exactOptional(ProjectId) })),
  /** Writes the limits of a project, or of everything, into `config.toml`. */
  'usage.setLimits': call<SpendStanding>()(() =>
    z.strictObject({
      projectId: z.exactOptional(ProjectId),
      warnPerDay: Dollars,
      stopPerDay: Dollars,
      warnPerMonth: Dollars,
      stopPerMonth: Dollars,
    }),
  ),
  /** Saves the rows of a report as a CSV file where the person chooses. Null: the person cancelled. */
  'usage.export': call<{ readonly fileName: string } | null>()(period),
} as const
