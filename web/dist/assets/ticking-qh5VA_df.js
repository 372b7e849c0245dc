import{A as f,a5 as e}from"./index-Cb8MHu6O.js";function t(...o){f(()=>{const r=e.peek();return e.subscribe(i=>{if(i!==r)for(const n of o)n.reload()})},o)}export{t as u};
