import type { SessionEvent } from '#shared/events/event.ts'
import type { CallId, Millis } from '#shared/ids.ts'

/** A running tool and its start time. */
export type Doing = { readonly tool: string; readonly args: unknown; readonly since: Millis }

/** The current activity of an agent, derived from its events. */
export type Activity = {
  /** Running tools in start order. */
  readonly doing: ReadonlyMap<CallId, Doing>
  /** Number of tool calls made. */
  readonly tools: number
  /** Number of open questions to the person. */
  readonly asks: number
}

export const NO_ACTIVITY: Activity = { doing: new Map(), tools: 0, asks: 0 }

/** Updates the activity of an agent from an event; returns the same object when nothing visible changed. */
export function heard(activity: Activity, event: SessionEvent): Activity {
  switch (event.kind) {
    case 'tool.started': {
      const { callId, toolName, args } = event.payload
      const doing = new Map(activity.doing).set(callId, { tool: toolName, args, since: event.ts })
      return { ...activity, doing, tools: activity.tools + 1 }
    }
    case 'tool.ended': {
      const doing = new Map(activity.doing)
      doing.delete(event.payload.callId)
      return { ...activity, doing }
    }
    case 'interaction.requested':
      return { ...activity, asks: activity.asks + 1 }
    case 'interaction.resolved':
      return { ...activity, asks: Math.max(0, activity.asks - 1) }
    // They change what a line shows, though not what is kept here.
    case 'turn.ended':
    case 'run.status':
      return { ...activity }
    default:
      return activity
  }
}
