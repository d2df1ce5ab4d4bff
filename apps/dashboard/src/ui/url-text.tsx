/** An address, cut where there is no room for it and whole on hover. Isolated, so that it reorders nothing around it. */
export function UrlText({ url }: { url: string }) {
  return (
    <span className="mono" title={url}>
      <bdi>{url}</bdi>
    </span>
  )
}
