// A picture of at most 256 colours: those that it has most of, and for any other the nearest of them.
async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  for (const one of pixels) counts.set(one, (counts.get(one) ?? 0) + 1);
  const all = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b);
  const colours = all.slice(0, 256);
  const apart = (a, b) => [0, 8, 16, 24].reduce((sum, at) => sum + (((a >>> at) & 255) - ((b >>> at) & 255)) ** 2, 0);
  const nearest = (one) => colours.reduce((best, other) => (apart(one, other) < apart(one, best) ? other : best));
  const places = new Map(colours.map((one, place) => [one, place]));
  for (const one of all.slice(256)) places.set(one, places.get(nearest(one)));
  const bytes = Uint8Array.from(pixels, (one) => places.get(one));
  const text = (some) => some.reduce((made, one) => made + String.fromCharCode(one), "");
  return { width, height, colours, pixels: btoa(text(bytes)) };
}
