import type { AppEvent } from './delivery.ts'

/** One function for each kind of app event; a missing row does not compile. */
export type EventRoutes<Kind extends AppEvent['kind']> = {
  readonly [K in Kind]: (event: AppEvent & { readonly kind: K }) => void
}

/** Hands an event to the row of its kind. */
export function dispatch<Kind extends AppEvent['kind']>(
  routes: EventRoutes<Kind>,
  event: AppEvent & { readonly kind: Kind },
): void {
  // The row of a kind takes events of that kind, which the compiler cannot follow through the lookup.
  const act = routes[event.kind as Kind] as (event: AppEvent) => void
  act(event)
}
