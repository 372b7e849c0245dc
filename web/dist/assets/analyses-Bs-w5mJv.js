import{a2 as o}from"./index-EZIOk2vS.js";const s={ofBook:(s,a)=>o("POST /api/projects/{project_id}/analyses",{path:{project_id:s},body:void 0===a?{}:{checks:a}},{isLong:!0})};export{s as a};
