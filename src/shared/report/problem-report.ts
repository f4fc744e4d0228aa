/** The parts of a report of a problem that a person may leave out. */
export const REPORT_PARTS = ['health', 'errors', 'environment', 'chat'] as const
export type ReportPart = (typeof REPORT_PARTS)[number]

/** The longest report in characters. */
export const LONGEST_REPORT = 1_000_000
