/** Lets go of what has been in a map for longest, where it holds one more than it may. Call it after each that is added. */
export function keepNewest(map: Map<unknown, unknown>, most: number): void {
  if (map.size <= most) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
