/**
 * True for what steers tools instead of being worked on: the app's own folder in a project and git's. A change
 * there can make other programs run things later, so no mode lets it through without a question.
 */
export function isProtectedPath(shown: string): boolean {
  return shown.split('/').some((segment) => PROTECTED.has(segment.toLowerCase()))
}

const PROTECTED: ReadonlySet<string> = new Set(['.git', '.orrery'])
