/** As much of modern-screenshot as the picture of a moment needs. */
export type Options = {
  width?: number;
  height?: number;
  scale?: number;
  backgroundColor?: string;
  timeout?: number;
  filter?: (node: Node) => boolean;
  font?: { cssText: string };
};
export function domToCanvas(node: Node, options?: Options): Promise<HTMLCanvasElement>;
