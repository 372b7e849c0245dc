import{A as f,aa as e}from"./index-CjWe1Adp.js";function t(...o){f(()=>{const r=e.peek();return e.subscribe(i=>{if(i!==r)for(const n of o)n.reload()})},o)}export{t as u};
