import type { Client } from './client.ts'
import type { Scene } from './command.ts'

/** Reaches the app, acts, and leaves it in order. */
export async function withClient<T>(scene: Scene, act: (client: Client) => Promise<T>): Promise<T> {
  const client = await scene.connect()
  try {
    return await act(client)
  } finally {
    await client.close()
  }
}

/** The options that every command with a list has. */
export const LIST_OPTIONS = {
  output: { type: 'string', value: ['text', 'json'], help: 'text (default) or JSON' },
} as const
