/** How to convert an object's members before the editor receives them. */
type Guards<T> = { readonly [Member in keyof T]?: (value: T[Member]) => T[Member] };

/** An editor object that sanitizes texts when they are set, regardless of the caller. */
export function guarded<T extends object>(target: T, guards: Guards<T>): T {
  return new Proxy(target, {
    get(of, member) {
      const value: unknown = Reflect.get(of, member, of);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
    set(of, member, value: T[keyof T]) {
      return Reflect.set(of, member, guards[member as keyof T]?.(value) ?? value, of);
    },
  });
}
