import build from './personas/build.md?raw'

/** What the default agent is told about itself. Agents of the user and of projects bring their own. */
export const BUILD_PERSONA = build.trim()
