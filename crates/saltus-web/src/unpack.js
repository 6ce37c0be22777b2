// The page is one file: this makes files of what stands in it, under names that only this page knows, and starts it.
{
  const { scripts, modules } = JSON.parse(document.getElementById("saltus-files").textContent);
  const file = (contents, type) => URL.createObjectURL(new Blob([contents], { type }));
  const made = {};
  const script = (name) => (made[name] ??= file(scripts[name].replace(/^((?:import|export)\b[^;]*?)"\.\/([\w-]+\.js)"/gm, (_, before, other) => `${before}"${script(other)}"`), "text/javascript"));
  const unpacked = async (text) => {
    const packed = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
    return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  };
  globalThis.saltusFiles = { "worker.js": script("worker.js") };
  const all = Object.entries(modules).map(async ([name, text]) => (globalThis.saltusFiles[name] = file(await unpacked(text), "application/wasm")));
  Promise.all(all).then(() => import(script("main.js")));
}
