import{a0 as e}from"./index-DjdFkB7d.js";const a={ready:a=>e("GET /health/ready",{},a),live:a=>e("GET /health/live",{},a),metrics:a=>e("GET /metrics",{},a)};export{a as h};
