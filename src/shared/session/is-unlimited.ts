/** Whether no limit is set. */
export function isUnlimited(limits: Readonly<Record<string, number | null>> | undefined): boolean {
  return limits === undefined || Object.values(limits).every((line) => line === null)
}
